/** The typeahead surface as a ready instance. */
import type { App } from '../../http/app.js'
import { pageOf } from '../../playground/page.js'
import { registerRoot } from '../../playground/routes.js'
import { createDropIn, type ServerOptions } from '../instance.js'
import { failuresOf, TYPEAHEAD_ERRORS } from './answers.js'
import { registerPhoton } from './photon/routes.js'
import { registerRoutes } from './routes.js'
import { COMPONENTS, PHOTON_COMPONENTS } from './schemas/collection.js'

/**
 * Whose rules a server follows where Milepost and Photon differ. `milepost` ignores some parameters; with `photon` they have the effect they
 * have in Photon.
 */
export type Profile = 'milepost' | 'photon'

/** Creates the surface. The caller listens. */
export function createTypeaheadServer(
  options: ServerOptions & { profile?: Profile | undefined },
): Promise<App> {
  const { engine, profile, tiles } = options
  const isPhoton = profile === 'photon'
  return createDropIn(options, {
    // No route reads a body.
    bodyLimit: 1024,
    errors: TYPEAHEAD_ERRORS,
    components: isPhoton ? [...COMPONENTS, ...PHOTON_COMPONENTS] : COMPONENTS,
    document: {
      title: 'Milepost typeahead',
      description:
        'Places, streets and addresses while they are typed. The requests and answers are those of Photon.',
      port: 2322,
      examples: { parameters: { q: 'pari', lat: 48.857, lon: 2.352 } },
      tags: [
        { name: 'geocoding', description: 'Texts to places, and points to places' },
        { name: 'meta', description: 'The server itself' },
      ],
    },
    needs: isPhoton ? 'complete' : undefined,
    register: (app) => {
      if (isPhoton) registerPhoton(app, engine)
      else registerRoutes(app, engine)
      registerRoot(app, failuresOf(), pageOf({ ...PAGE, tiles }))
    },
  })
}

const PAGE = {
  surface: 'typeahead',
  title: 'Milepost typeahead',
  lead: 'Completes places, streets and addresses while they are typed; near the middle of the map they come first. Clients of Photon only change their server address.',
  examples: ['new yo', 'paris tex', 'lyon'],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['api?q=paris&limit=3', 'A completion as JSON'],
    ['reverse?lat=48.857&lon=2.352', 'A point as JSON'],
  ],
  form: ['api', 'q'],
} as const
