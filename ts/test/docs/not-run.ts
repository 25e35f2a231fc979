/** Commands of the documents that no test runs as they stand, and why. Each has to be on a page, or the test fails. */
export const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm start', 'builds for minutes; the start is what the packages test does with what is built'],
  ['npm ci && npm test', 'is what runs this test'],
  ['milepost try', 'serves until it is ended; cli.test.ts runs it'],
  [
    "milepost try --tiles 'https://tiles.example/{z}/{x}/{y}.png' --tiles-credit '© Tiles Example'",
    'likewise; such tiles do not exist',
  ],
  [
    'npm run build && npm run build:addon -- --portable && npx tsx scripts/release/pack.ts',
    'builds for minutes; the packages test packs what is built',
  ],
  [
    'milepost build osm liechtenstein-latest.osm.pbf --out "$SERVICE_DATA_ROOT"',
    'takes an extract of a publisher; crates/builder/tests/osm.rs builds from files that it writes',
  ],
  ["milepost geocode 'Landstrasse 1, 9490 Vaduz'", 'likewise'],
  [
    'milepost data add li --publisher osm --file liechtenstein-latest.osm.pbf',
    'likewise; openstreetmap.test.ts adds a file',
  ],
  [
    'milepost build photon photon-dump-liechtenstein-1.0-latest.jsonl.zst --out "$SERVICE_DATA_ROOT"',
    'likewise; the same tests write a dump',
  ],
  ['npm run build:addon -- --portable', 'builds for minutes, with tools of the Python package'],
  [
    'npm run build:python -- --portable',
    'builds for minutes; the tests of the Python package install what it builds',
  ],
  ['npm run test:spark', 'installs 450 MB of packages and takes Java'],
  ['npm install target/packages/*.tgz', 'the packages test installs them'],
  [
    'docker build -f docker/Dockerfile -t milepost .',
    'needs a Docker engine; docker/rehearse.py runs its steps',
  ],
  [
    'docker run --rm -p 127.0.0.1:3000:3000 -v "$PWD/data:/data:ro" milepost',
    'needs a Docker engine; docker/rehearse.py starts its entry point',
  ],
  ['docker compose -f docker/compose.yaml up --build', 'needs a Docker engine; the file is checked'],
  ['sudo python3 docker/rehearse.py', 'builds in fresh roots for a quarter of an hour, as root'],
  [
    'python3 -m venv .venv && .venv/bin/pip install -r tasks/training/requirements.txt',
    'PyTorch is gigabytes; training is not part of a test run',
  ],
  [
    '.venv/bin/python tasks/training/parser/own.py rows.csv my-weights --data DATA',
    'trains for an hour; training is not part of a test run',
  ],
  [
    'helm install milepost deploy/helm/milepost --set image.repository=registry.example.org/milepost',
    'needs a cluster; helm.test.ts renders the chart',
  ],
  [
    [
      'helm upgrade --install milepost deploy/helm/milepost --set image.repository=registry.example.org/milepost',
      '--set defaults.autoscaling.enabled=true --set surfaces.search.enabled=true',
      '--set surfaces.typeahead.enabled=true --set surfaces.parser.enabled=true',
    ].join('  '),
    'needs a cluster; helm.test.ts renders the chart',
  ],
  [
    [
      'helm upgrade milepost deploy/helm/milepost --reuse-values',
      '--set data.source=claim --set data.claim.name=addresses --set data.claim.subPath=2026-11',
    ].join('  '),
    'needs a cluster; helm.test.ts renders the chart',
  ],
  [
    [
      'for pod in $(kubectl get pod -l app.kubernetes.io/component=native -o name); do kubectl exec "$pod" --',
      `node -e "fetch('http://127.0.0.1:3001/v1/reload', { method: 'POST' }).then((r) => process.exit(r.ok ? 0 : 1))"; done`,
    ].join('  '),
    'needs a cluster; helm.test.ts reloads through the admin port of the command',
  ],
  ['milepost serve --weights my-weights', 'serves what the line before trains; --weights is in cli.test.ts'],
  [
    'sudo install -m 644 deploy/systemd/milepost.json /etc/milepost.json',
    'changes the system as root; deploy.test.ts checks the files',
  ],
  [
    'sudo install -m 644 deploy/systemd/milepost.service /etc/systemd/system/',
    'changes the system as root; deploy.test.ts checks the files',
  ],
  ['sudo systemctl enable --now milepost', 'changes the system as root; deploy.test.ts checks the files'],
  [
    'sudo ln -sfn /var/lib/milepost-2026-12 /var/lib/milepost',
    'changes the system as root; deploy.test.ts checks the files',
  ],
  [
    'milepost data add fr us-md --data-root /var/lib/milepost-2026-12',
    'fetches 2 GB from publishers; the tests of data add run it with miniatures',
  ],
  ['curl -X POST localhost:3001/v1/reload', 'needs the service; the tests of reloads call the admin port'],
])
