import { App } from './App';
import { Bell, Preferences } from './Components';
import { start } from './start';

start(<App Bell={Bell} Preferences={Preferences} />);
