/** Registers every tag. Safe to load twice, or beside another version. */
import { definePanel } from './elements/define-panel.js';
import { NudgeBell } from './elements/bell.js';
import { register } from './elements/register.js';

definePanel();
register('nudge-bell', NudgeBell);
