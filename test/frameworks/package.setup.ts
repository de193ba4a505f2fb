import { test } from '@playwright/test';
import { pack } from './install.js';

test('The build of the package packs', () => pack());
