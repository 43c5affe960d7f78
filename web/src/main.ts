import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { toasts } from './kit/toasts.svelte';
import { at } from './state/root';
import { settings } from './state/settings.svelte';
import { fetchWords, LANGUAGES, t } from './words';

const app = document.getElementById('app')!;
const language = LANGUAGES[settings.language];
// A language that takes its time is announced, by its own name.
const slow = setTimeout(() => {
  app.textContent = `${language} …`;
}, 400);
const learnt = await fetchWords(settings.language);
const spoken = learnt || (await fetchWords('en'));
clearTimeout(slow);
if (spoken) {
  app.textContent = '';
  mount(App, { target: app });
  // Without it the game is whole, but a browser without a connection has only its own page to show.
  void navigator.serviceWorker?.register(at('/worker.js')).catch(() => {});
  if (!learnt) toasts.say(t('settings.language.failed', { language }), 'bad');
} else {
  app.textContent = 'The words of PassGo could not be loaded. Please load the page again.';
}
