import { App } from './App';
import { Bell, Preferences } from './Tags';
import { start } from './start';

start(<App Bell={Bell} Preferences={Preferences} />);
