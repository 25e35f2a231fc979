/** The parser surface as a ready instance. */
import type { App } from '../../http/app.js'
import { createDropIn, type ServerOptions } from '../instance.js'
import { PARSER_ERRORS, registerRoutes } from './routes.js'
import { ADDRESS_EXAMPLE, COMPONENTS } from './schemas.js'

/** Whose answers a server gives where the REST servers of libpostal differ: with `libpostal`, `/expand` is a bare array. */
export type Profile = 'milepost' | 'libpostal'

/** Creates the surface. The caller listens. */
export function createParserServer(options: ServerOptions & { profile?: Profile | undefined }): Promise<App> {
  return createDropIn(options, {
    bodyLimit: 100 * 1024,
    errors: PARSER_ERRORS,
    malformedBodies: 'absent',
    components: COMPONENTS,
    document: {
      title: 'Milepost parser',
      description:
        'Addresses to labelled parts, and without abbreviations. The requests and answers are those of a libpostal server.',
      port: 8081,
      examples: {
        parameters: { address: ADDRESS_EXAMPLE },
        bodies: { ParseRequest: { address: ADDRESS_EXAMPLE }, ExpandRequest: { address: ADDRESS_EXAMPLE } },
      },
      tags: [
        { name: 'parsing', description: 'Addresses to labelled parts' },
        { name: 'expansion', description: 'Addresses without abbreviations' },
        { name: 'meta', description: 'The server itself' },
      ],
    },
    needs: 'label',
    register: (app) => {
      registerRoutes(app, options.engine, options.profile === 'libpostal')
    },
  })
}
