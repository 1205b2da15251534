import MarkdownIt from 'markdown-it'

/** Without HTML of the writer's own, and without pictures, which would tell other sites who reads. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image')

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow ugc')
  return renderer.renderToken(tokens, index, options)
}

/** Safe to put into a page: everything that is not markdown is escaped, and links are http or mailto. */
export const htmlFromMarkdown = (text: string): string => markdown.render(text)
