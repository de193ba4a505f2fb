export { trace, type TraceOptions } from './session/trace.js';
