import eslint from '@eslint/js'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'target/',
      'ts/assets/',
      '**/node_modules/',
      'npm/linux-x64-gnu/native.d.ts',
      'ts/test/native/.client-*/',
    ],
  },
  {
    files: ['**/*.js'],
    extends: [eslint.configs.recommended],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    files: ['**/*.ts'],
    extends: [eslint.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'ts/tsconfig.json',
          'ts/src/playground/browser/tsconfig.json',
          'ts/test/tsconfig.json',
          'scripts/tsconfig.json',
          'benches/tsconfig.json',
        ],
      },
    },
    rules: {
      // `import { type A }` still loads the module; the primary must not load the server for a type.
      '@typescript-eslint/no-import-type-side-effects': 'error',
    },
  },
  {
    // Test code asserts on JSON of unknown shape.
    files: ['ts/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
