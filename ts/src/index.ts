/** The typed library. */
export { annotate, type AnnotateOptions } from './annotations/annotate.js'
export type { Annotations } from './annotations/schema.js'
export type { DataReport } from './engine/data-root.js'
export type { CompleteOptions, EngineOptions, InputMode, ModelCard } from './engine/engine.js'
export type {
  BoundingBox,
  Completion,
  FoundHouse,
  FoundPlace,
  ResolutionTier,
  SearchResult,
} from './engine/found.js'
export type {
  Coherence,
  EpistemicStatus,
  GeocodeCandidate,
  GeocodeResult,
  HierarchyEntry,
  IntentMarker,
} from './engine/geocode-result.js'
export type { LookupAnswers, Lookups } from './engine/lookups.js'
export type { LabelledPart } from './engine/labelled-part.js'
export { COMPONENT_TAGS } from './engine/parse-result.js'
export type { ComponentTag, Parse, ParseNode } from './engine/parse-result.js'
export { CANONICAL_KEY_VERSION, canonicalKey } from './format/canonical-key.js'
export type { Components } from './format/components.js'
export type { FormatOptions } from './format/format.js'
export { createEngine } from './library/engine.js'
export type { Engine, GeocodeOptions, ParseOptions } from './library/engine.js'
export { expand, format, label, parse } from './library/functions.js'
export type { Formatted } from './library/functions.js'
export type { Cancellable, FailedRow } from './library/many.js'
