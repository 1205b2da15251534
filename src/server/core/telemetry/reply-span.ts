/** How a reply ends its span, in OpenTelemetry's names. The address is left out: it may carry secrets. */
export const replySpan = (method: string, route: string, status: number) => ({
  name: `${method} ${route}`,
  attributes: {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  },
  isFailed: status >= 500,
})
