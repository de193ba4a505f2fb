export interface PostgresServer {
  readonly url: string;
  start(): void;
  stop(): void;
  restart(): Promise<void>;
  remove(): void;
}
export const versions: readonly string[];
export function findPrograms(): string | undefined;
export function installPrograms(): boolean;
export function startPostgres(settings?: Record<string, string>): Promise<PostgresServer>;
