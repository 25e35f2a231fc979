/** How complete an address is; `auto` judges by the text. */
export type InputMode = 'auto' | 'fragmented' | 'formatted'
