// The few names that the blocks use of packages which are not installed here. The framework tests check the first
// example of each framework with the real types.

declare module 'vue' {
  export interface GlobalComponents {}
  export interface HTMLAttributes {
    id?: string | undefined;
  }
  export interface PublicProps {
    key?: PropertyKey | undefined;
  }
  export function onMounted(run: () => void): void;
  export function onUnmounted(run: () => void): void;
  export function shallowRef<Value>(value: Value): { value: Value };
}
declare module 'vue-router' {
  export function useRouter(): { push(url: string): void };
}
declare module '@vitejs/plugin-vue' {
  export default function vue(options: {
    template: { compilerOptions: { isCustomElement(tag: string): boolean } };
  }): import('vite').Plugin;
}
declare function defineNuxtConfig(config: object): object;

declare module 'svelte/elements' {
  export interface HTMLAttributes<Class extends EventTarget> {
    onclick?: ((this: Class) => void) | undefined;
  }
  export interface SvelteHTMLElements {}
}
declare function $state<Value>(value: Value): Value;
declare function $effect(run: () => (() => void) | void): void;
declare module 'react-router' {
  export function useNavigate(): (url: string) => void;
}
declare module 'next' {
  export interface NextConfig {
    rewrites?(): Promise<{ source: string; destination: string }[]>;
  }
}
declare module '@angular/core' {
  export function Component(options: {
    selector: string;
    schemas: object[];
    template: string;
  }): ClassDecorator;
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function inject<Type>(type: new (...parameters: never) => Type): Type;
}
declare module '@angular/router' {
  export class Router {
    navigateByUrl(url: string): Promise<boolean>;
  }
}

declare module 'express';
declare module 'pg';
