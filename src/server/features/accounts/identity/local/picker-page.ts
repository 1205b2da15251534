import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { DemoPerson } from './people.ts'

const personButton = ({ id, name, email }: DemoPerson) =>
  `<li><button name="person" value="${escapeHtml(id)}"><b>${escapeHtml(name)}</b><span>${escapeHtml(email ?? 'no e-mail')}</span></button></li>`

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#faf7f2;color:#16130f;font:16px/1.5 system-ui,sans-serif}
main{width:min(100% - 32px,420px);padding:32px 0}h1{font:480 32px/1.15 Georgia,serif;margin:0 0 8px}p{margin:0 0 24px;color:#655d52}
ul{list-style:none;margin:0;padding:0;border-top:1px solid #ddd5c8}button{display:flex;justify-content:space-between;gap:16px;width:100%;min-height:56px;align-items:center;border:0;border-bottom:1px solid #ddd5c8;background:none;color:inherit;font:inherit;cursor:pointer;text-align:left}
button:hover{background:#f1ece4}button:focus-visible{outline:2px solid #d7263d;outline-offset:2px}button b{font-weight:500}span{color:#655d52;font-size:14px}.cancel{border:0;color:#b81b31;margin-top:16px;justify-content:center}
@media (prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}p,span{color:#b0a698}ul,button{border-color:#3a342d}button:hover{background:#24201c}.cancel{color:#ff8e9b}}`

/** Where Google or Facebook would ask for a password, this page lists the demo identities. */
export const pickerPage = (provider: string, action: string, people: readonly DemoPerson[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Choose a demo identity</title><style>${STYLE}</style></head>
<body><main><h1>Who is signing in?</h1><p>This page replaces ${escapeHtml(provider)} on this machine. Choose a demo identity; no password is needed.</p>
<form method="post" action="${escapeHtml(action)}"><ul>${people.map(personButton).join('')}</ul><button class="cancel" name="person" value="">Cancel</button></form></main></body></html>`
