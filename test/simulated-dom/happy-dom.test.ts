// @vitest-environment happy-dom
import { describeMounting } from './mounting.js';

describeMounting('happy-dom');
