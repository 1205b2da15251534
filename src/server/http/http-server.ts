import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './request-context.ts'

/** Node discards an unread body by itself; the adapter's own clean-up cuts connections off. */
export const createHttpServer = ({ fetch }: Hono<AppEnv>): Server =>
  createAdaptorServer({ fetch, autoCleanupIncoming: false }) as Server
