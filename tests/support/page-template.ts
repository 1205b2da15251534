/** The least that the template of a page has. */
export const PAGE_TEMPLATE = '<head><!--head--></head><div id="root"></div><!--data-->'
