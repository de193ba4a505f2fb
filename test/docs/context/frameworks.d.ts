// The few names that the blocks use of packages which are not installed here. The framework tests check the first
// example of each framework with the real types.

declare module 'vue-router' {
  export function useRouter(): { push(url: string): void; options: { history: { base: string } } };
}
declare module '@vitejs/plugin-vue' {
  export default function vue(options: {
    template: { compilerOptions: { isCustomElement(tag: string): boolean } };
  }): import('vite').Plugin;
}
declare module '@vitejs/plugin-react' {
  export default function react(): import('vite').Plugin;
}
declare module '@sveltejs/vite-plugin-svelte' {
  export function svelte(): import('vite').Plugin;
}
declare function defineNuxtConfig(config: object): object;

declare function $state<Value>(value: Value): Value;
declare function $effect(run: () => (() => void) | void): void;
declare module 'react-router' {
  import type { FunctionComponent, ReactNode } from 'react';

  export const Link: FunctionComponent<{ to: string; children?: ReactNode }>;
  export const Outlet: FunctionComponent;
  export function useLoaderData<Loader extends (...args: never) => unknown>(): Awaited<ReturnType<Loader>>;
  export function useNavigate(): (url: string) => void;
  export function useHref(url: string): string;
}
declare module 'next' {
  export interface NextConfig {
    rewrites?(): Promise<{ source: string; destination: string }[]>;
  }
}
declare module '@angular/common' {
  export class AsyncPipe {}
  export abstract class LocationStrategy {
    abstract getBaseHref(): string;
  }
}
declare module '@angular/router' {
  export class RouterOutlet {}
  export class RouterLink {}
  export class ActivatedRoute {
    readonly url: unknown;
  }
  export type Routes = { path: string; component: new () => object }[];
  export class Router {
    navigateByUrl(url: string): Promise<boolean>;
  }
}

declare module '@headlessui/react';
declare module '@mui/material';
declare module '@radix-ui/react-dialog';
declare module 'react-aria-components';
declare module 'vaul';
declare module 'express';
declare module 'fastify' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  interface Request {
    raw: IncomingMessage;
    body: unknown;
  }
  interface Reply {
    raw: ServerResponse;
    hijack(): void;
  }
  interface App {
    all(path: string, handler: (request: Request, reply: Reply) => unknown): void;
    listen(options: { port: number }): Promise<string>;
  }
  export default function Fastify(): App;
}
declare module 'koa' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  interface Context {
    path: string;
    respond?: boolean;
    req: IncomingMessage;
    res: ServerResponse;
  }
  export default class Koa {
    use(middleware: (context: Context, next: () => Promise<unknown>) => unknown): void;
    listen(port: number): void;
  }
}
declare module '@nestjs/core' {
  interface App {
    use(path: string, middleware: unknown): void;
    listen(port: number): Promise<void>;
  }
  export const NestFactory: { create(module: unknown): Promise<App> };
}
declare module 'pg';
declare module 'redis' {
  interface Client {
    connect(): Promise<unknown>;
    duplicate(): Client;
    publish(channel: string, message: string): Promise<unknown>;
    subscribe(channel: string, listener: (message: string) => void): Promise<void>;
    unsubscribe(channel: string): Promise<void>;
    on(event: 'ready', listener: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    off(event: 'ready', listener: () => void): void;
  }
  export function createClient(options: { url?: string }): Client;
}
