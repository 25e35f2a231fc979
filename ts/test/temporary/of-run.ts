/** Before all tests of a run: its temporary folder. Vitest calls what is returned when the run ends. */
import { takeTemporaryFolder } from '../../../scripts/test/temporary-folder.js'

export default takeTemporaryFolder
