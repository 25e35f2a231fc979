/** The address field: a combobox by the ARIA pattern, with tints behind its text. */
import { element, required } from './element.js'
import { tints } from './parts.js'
import type { Part, Suggestion } from './service.js'

/** Events of the field. */
export interface FieldEvents {
  /** The text changed by a key, a paste or a drop. */
  typed: (text: string) => void
  /** Enter or the button, with the text. */
  asked: (text: string) => void
  chosen: (suggestion: Suggestion) => void
  /** Several lines were pasted. A page without tables lacks it, and the browser joins the lines in the field. */
  lines?: (text: string) => void
}

/** The field of the page. */
export class AddressField {
  readonly #input = required('address') as HTMLInputElement
  readonly #list = required('suggestions')
  readonly #tints = required('tints')
  readonly #events: FieldEvents
  #suggestions: readonly Suggestion[] = []
  /** Index of the option selected by the arrow keys; -1 is the text itself. */
  #active = -1

  constructor(events: FieldEvents, hasSuggestions: boolean) {
    this.#events = events
    const input = this.#input
    if (hasSuggestions) {
      input.setAttribute('role', 'combobox')
      input.setAttribute('aria-autocomplete', 'list')
      input.setAttribute('aria-controls', this.#list.id)
      input.setAttribute('aria-expanded', 'false')
    }
    input.addEventListener('input', () => {
      this.#untint()
      events.typed(input.value)
    })
    // The tints scroll with a text longer than the field.
    for (const event of ['scroll', 'keyup', 'click'])
      input.addEventListener(event, () => {
        this.#follow()
      })
    input.addEventListener('keydown', (event) => {
      this.#key(event)
    })
    input.addEventListener('blur', () => {
      this.close()
    })
    input.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (events.lines === undefined || text.trim().split(/\r\n|\n|\r/).length < 2) return
      event.preventDefault()
      events.lines(text)
    })
    required('form').addEventListener('submit', (event) => {
      event.preventDefault()
      this.close()
      events.asked(input.value)
    })
  }

  get text(): string {
    return this.#input.value
  }

  set text(text: string) {
    this.#input.value = text
    this.#untint()
  }

  focus(): void {
    this.#input.focus()
  }

  /** Colours the parts of the text, if the text has not changed. */
  colour(text: string, parts: readonly Part[]): void {
    if (text !== this.#input.value) return
    this.#tints.replaceChildren(...tints(text, parts))
    this.#follow()
  }

  /** Shows completions while the field has the focus. */
  suggest(suggestions: readonly Suggestion[]): void {
    if (suggestions.length === 0 || document.activeElement !== this.#input) {
      this.close()
      return
    }
    this.#suggestions = suggestions
    this.#list.replaceChildren(
      ...suggestions.map((suggestion, index) => {
        const { name, context, kind } = suggestion
        const option = element(
          'li',
          { role: 'option', id: `suggestion-${String(index)}`, 'aria-selected': 'false' },
          element('span', { class: 'name' }, name),
          ' ',
          element('span', { class: 'context' }, [kind, context].filter((part) => part !== '').join(' · ')),
        )
        // Before the field loses the focus, which closes the list.
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault()
        })
        option.addEventListener('click', () => {
          this.#choose(suggestion)
        })
        return option
      }),
    )
    this.#list.hidden = false
    this.#input.setAttribute('aria-expanded', 'true')
    this.#activate(-1)
  }

  /** Removes the suggestions. */
  close(): void {
    this.#suggestions = []
    this.#list.hidden = true
    this.#list.replaceChildren()
    this.#input.removeAttribute('aria-activedescendant')
    if (this.#input.hasAttribute('aria-expanded')) this.#input.setAttribute('aria-expanded', 'false')
    this.#active = -1
  }

  #key(event: KeyboardEvent): void {
    const count = this.#suggestions.length
    // An input method is active: its Enter chooses a character.
    if (event.isComposing || count === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      this.#activate(((this.#active + 1 + step + count + 1) % (count + 1)) - 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      this.close()
    } else if (event.key === 'Enter') {
      const suggestion = this.#suggestions[this.#active]
      if (suggestion === undefined) return
      event.preventDefault()
      this.#choose(suggestion)
    }
  }

  #activate(active: number): void {
    this.#active = active
    ;[...this.#list.children].forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === active))
      if (index === active) option.scrollIntoView({ block: 'nearest' })
    })
    if (active === -1) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', `suggestion-${String(active)}`)
  }

  #choose(suggestion: Suggestion): void {
    this.text = suggestion.text
    this.close()
    this.#events.chosen(suggestion)
  }

  #untint(): void {
    this.#tints.replaceChildren()
  }

  #follow(): void {
    this.#tints.scrollLeft = this.#input.scrollLeft
  }
}
