/** The typed library: the engine every surface and command is built on. */
export { createEngine } from './engine/engine.js'
export type { Engine, EngineOptions, InputMode, ModelCard } from './engine/engine.js'
export type { BoundingBox, FoundHouse, FoundPlace, ResolutionTier, SearchResult } from './engine/found.js'
