/** The typed library: the engine every surface and command is built on. */
export { createEngine } from './engine/engine.js'
export type { Engine, EngineOptions, InputMode, ModelCard } from './engine/engine.js'
export type { LookupAnswers, Lookups } from './engine/lookups.js'
export { annotate, type AnnotateOptions } from './annotations/annotate.js'
export type { Annotations } from './annotations/schema.js'
