/** `--config`: a JSON file with the flags of a command by their names. Flags and variables of the environment come first. */
import { readFileSync } from 'node:fs'

import { type Command, InvalidArgumentError, type Option } from 'commander'

/** Adds `--config` to a command. */
export function withConfig(command: Command): Command {
  return command
    .option('--config <file>', 'JSON file with these flags: {"port": 3000, "log-level": "info"}')
    .hook('preAction', (_, called) => {
      const { config } = called.opts<{ config?: string }>()
      if (config !== undefined) apply(read(config), called, config)
    })
}

/** @throws Error in one sentence that names the file. */
function read(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`--config: cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
  let config: unknown
  try {
    config = JSON.parse(text)
  } catch (error) {
    throw new Error(`--config: ${path} is not JSON: ${reasonOf(error)}`, { cause: error })
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new Error(`--config: ${path} must be a JSON object`)
  }
  return config as Record<string, unknown>
}

function apply(config: Record<string, unknown>, command: Command, path: string): void {
  const known = command.options.filter(({ long }) => long !== '--config')
  for (const [name, value] of Object.entries(config)) {
    const option = known.find(({ long }) => long === `--${name}` || long === `--no-${name}`)
    if (option === undefined) {
      const names = known.map(({ long }) => (long ?? '').replace(/^--(no-)?/, '')).join(', ')
      throw new Error(`--config: ${path}: there is no \`${name}\`; there are: ${names}`)
    }
    const key = option.attributeName()
    const source = command.getOptionValueSource(key)
    if (source !== undefined && source !== 'default') continue
    command.setOptionValueWithSource(key, valueOf(option, name, value, path), 'config')
  }
}

/** The value as the command line would give it. */
function valueOf(option: Option, name: string, value: unknown, path: string): unknown {
  const takesText = option.required || option.optional
  if (typeof value === 'boolean' && !option.required) return value
  if (!takesText || (typeof value !== 'string' && typeof value !== 'number')) {
    const kind = option.required ? 'a text or a number' : takesText ? 'a text or true' : 'true or false'
    throw new Error(`--config: ${path}: \`${name}\` must be ${kind}`)
  }
  const parse = option.parseArg as ((text: string, before: unknown) => unknown) | undefined
  if (parse === undefined) return String(value)
  try {
    return parse(String(value), undefined)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new Error(`--config: ${path}: \`${name}\`: ${error.message}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
