/** The typed library. */
export { annotate, type AnnotateOptions } from './annotations/annotate.js'
export type { Annotations } from './annotations/schema.js'
export type { DataReport } from './wire/data-report.js'
export type { CompleteOptions, EngineOptions, InputMode, ModelCard } from './engine/engine.js'
export type { BoundingBox, Completion, FoundHouse, FoundPlace, SearchResult } from './wire/found.js'
export type {
  Coherence,
  EpistemicStatus,
  GeocodeCandidate,
  GeocodeResult,
  HierarchyEntry,
  IntentMarker,
  MatchLevel,
  ResolutionTier,
} from './wire/geocode.js'
export type { LookupAnswers, Lookups } from './engine/lookups.js'
export type { Comparison } from './wire/comparison.js'
export type { LabelledPart } from './wire/labelled-part.js'
export { COMPONENT_TAGS } from './wire/component-tags.js'
export type { ComponentTag, Parse, ParseNode } from './wire/parse.js'
export { CANONICAL_KEY_VERSION } from './format/canonical-key.js'
export type { Components } from './format/components.js'
export type { FormatOptions, Formatted } from './format/format.js'
export { createEngine } from './library/engine.js'
export type {
  Capability,
  CompareOptions,
  Engine,
  EngineWith,
  GeocodeOptions,
  ParseOptions,
} from './library/engine.js'
export { canonicalKey, compare, expand, format, geocode, label, parse, reverse } from './library/functions.js'
export type { Cancellable, FailedRow } from './library/many.js'
