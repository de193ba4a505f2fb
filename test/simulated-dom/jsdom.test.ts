// @vitest-environment jsdom
import { describeMounting } from './mounting.js';

describeMounting('jsdom');
