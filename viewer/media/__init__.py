"""SOUND OUT: recordings as a virtual WAV file, as waveform peaks and as samples, over HTTP."""
