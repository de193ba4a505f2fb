export interface Failovers {
  endCount: number;
  requestCount: number;
  failureCount: number;
  deliveredCount: number;
  missingCount: number;
  times: number[];
}
export function measureFailovers(rounds: number): Promise<Failovers>;
