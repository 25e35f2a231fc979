/** Elements in one expression. Text stays text: nothing is ever read as markup. */

/** An element with attributes and children; an attribute that is undefined or false is left out, true is written empty. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children)
  return made
}

/** A button that does `press`. */
export function button(
  label: string,
  press: (button: HTMLButtonElement) => void,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', () => {
    press(made)
  })
  return made
}

/** The element with the id; undefined if this surface's page lacks it. */
export function find(id: string): HTMLElement | undefined {
  return document.getElementById(id) ?? undefined
}

/**
 * The element with the id.
 * @throws Error if the page lacks it, which is a bug.
 */
export function required(id: string): HTMLElement {
  const found = find(id)
  if (found === undefined) throw new Error(`the page has no element ${id}`)
  return found
}
