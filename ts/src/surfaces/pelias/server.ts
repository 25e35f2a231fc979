/** The Pelias surface as a ready instance. */
import type { App } from '../../http/app.js'
import { createDropIn, type ServerOptions } from '../instance.js'
import { PELIAS_ERRORS } from './envelope.js'
import { registerPages } from './pages.js'
import { registerRoutes } from './routes.js'
import { COMPONENTS } from './schemas.js'

/** Creates the surface. The caller listens. */
export function createPeliasServer(options: ServerOptions): Promise<App> {
  return createDropIn(options, {
    // No route reads a body.
    bodyLimit: 1024,
    errors: PELIAS_ERRORS,
    components: COMPONENTS,
    document: {
      title: 'Milepost in place of Pelias',
      description: 'Search, completion and reverse lookup. The requests and answers are those of Pelias.',
      port: 4000,
      examples: {
        parameters: {
          text: 'Reno, NV',
          ids: 'milepost:locality:5511077',
          'point.lat': 45.3586,
          'point.lon': 5.9531,
        },
      },
      tags: [{ name: 'geocoding', description: 'Texts to places, and points to places' }],
    },
    needs: 'search',
    register: (app) => {
      registerRoutes(app, options.engine)
      registerPages(app, options.engine)
    },
  })
}
