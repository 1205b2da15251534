import { createHash } from 'node:crypto'
import { type Plugin, parseSync } from 'vite'
import { addHelpers, compileMessage } from './compile-message.ts'
import { createLanguage, describeLanguage } from '#server/core/messages/language.ts'
import { type LanguageFile, listTranslatedLocales, readLanguageFile } from './language-files.ts'
import { isMessageModule, OF_LANGUAGE, type Parameter, readMessageSources } from './read-modules.ts'

const MARK = '$message'
type AstNode = { type: string; start: number; end: number; [property: string]: unknown }
type MarkedMessage = { key: string; start: number; end: number; english: string; isCalled: boolean }

const listChildren = (node: AstNode): AstNode[] =>
  Object.values(node)
    .flat()
    .filter((value): value is AstNode => typeof (value as AstNode | null)?.type === 'string')

/** The marks that the bundler left. */
const findMarks = (code: string): MarkedMessage[] => {
  if (!code.includes(`${MARK}(`)) return []
  const marks: MarkedMessage[] = []
  const visit = (node: AstNode, parent: AstNode | null) => {
    const [callee, key, english] = [
      node['callee'],
      ...((node['arguments'] ?? []) as AstNode[]),
    ] as AstNode[]
    if (node.type === 'CallExpression' && callee?.['name'] === MARK && key && english)
      marks.push({
        key:
          typeof key['value'] === 'string' ? key['value'] : code.slice(key.start + 1, key.end - 1),
        start: node.start,
        end: node.end,
        english: code.slice(english.start, english.end),
        isCalled: parent?.type === 'CallExpression' && parent['callee'] === node,
      })
    else for (const child of listChildren(node)) visit(child, node)
  }
  visit(parseSync('chunk.js', code).program as unknown as AstNode, null)
  return marks
}

/**
 * Builds the client once for all languages. Messages are marked before bundling; afterwards each mark is
 * replaced by the English that it marks, and in a copy of the file for each language by its translation.
 * `getFolder` says where the copies go; `isWhole` also copies files without messages, for readers that
 * resolve imports by folder.
 */
export const messageVariants = (options: {
  getFolder: (locale: string, hash: string) => string
  isWhole: boolean
}): Plugin => {
  const parametersOf = new Map<string, readonly Parameter[]>()

  const replaceMarks = (
    { code, marks }: { code: string; marks: readonly MarkedMessage[] },
    write: (mark: MarkedMessage) => string,
  ): string => {
    let result = ''
    let at = 0
    for (const mark of marks) {
      const text = write(mark)
      // Only a function needs brackets, and only where it is called.
      result += code.slice(at, mark.start) + (mark.isCalled ? `(${text})` : text)
      at = mark.end
    }
    return result + code.slice(at)
  }

  return {
    name: 'message-variants',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!isMessageModule(id)) return null
      let result = code
      for (const { key, parameters, start, end } of readMessageSources(id, code, {
        withLanguage: true,
      }).toReversed()) {
        parametersOf.set(key, parameters)
        result = `${result.slice(0, start)}/* @__PURE__ */ ${MARK}(${JSON.stringify(key)}, ${code.slice(start, end)})${result.slice(end)}`
      }
      return result
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [file] : [],
        )
        const marked = chunks.map((chunk) => {
          const { fileName, code } = chunk
          const marks = findMarks(code)
          chunk.code = replaceMarks({ code, marks }, ({ english }) => english)
          return { fileName, code, marks, english: chunk.code }
        })
        const folders: Record<string, string> = {}
        for (const locale of listTranslatedLocales()) {
          const language = describeLanguage(createLanguage(locale))
          const messages: LanguageFile = new Map([...readLanguageFile(locale), ...language])
          const hash = createHash('sha256')
            .update(JSON.stringify([marked.map(({ code }) => code), [...messages]]))
            .digest('base64url')
            .slice(0, 8)
          const folder = options.getFolder(locale, hash)
          folders[locale] = folder
          const write = ({ key, english }: MarkedMessage) => {
            const text = messages.get(key)
            return text === undefined
              ? english
              : compileMessage(text, parametersOf.get(key) ?? [], locale)
          }
          for (const file of marked) {
            const { fileName } = file
            const translated = addHelpers(
              replaceMarks(file, write),
              language.get(`${OF_LANGUAGE}.locale`) ?? locale,
            )
            // The lists of files to load ahead.
            const source = options.isWhole
              ? translated
              : translated.replaceAll(/(["'`])assets\/([\w.-]+\.js)\1/g, `$1${folder}$2$1`)
            const isChanged = source !== file.english
            const name = options.isWhole ? fileName : fileName.replace('assets/', '')
            if (options.isWhole || (isChanged && name !== fileName))
              this.emitFile({ type: 'asset', fileName: folder + name, source })
          }
        }
        this.emitFile({ type: 'asset', fileName: 'locales.json', source: JSON.stringify(folders) })
      },
    },
  }
}
