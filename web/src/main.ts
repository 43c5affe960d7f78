import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import { fetchWords } from './words';

await fetchWords(settings.language);
mount(App, { target: document.getElementById('app')! });
