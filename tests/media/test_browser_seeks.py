"""A real browser, which asks for ranges in its own way.

The page is asked for after the site, so that it is closed before the site is.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.media.sites import FakeSource, Silence, Site

SEEK = """
async (time) => {
  const player = document.querySelector('video')
  player.pause() // a page of nothing but sound plays at once
  const seeked = new Promise(done => player.addEventListener('seeked', done, {once: true}))
  player.currentTime = time
  await seeked
  return [player.duration, player.currentTime, player.error]
}
"""


@pytest.mark.parametrize("time_s", [990.0, 500.25, 0.0])
def test_a_browser_seeks_in_a_long_recording_without_loading_it(
    site: Site, page: Page, huge: Silence, time_s: float
) -> None:
    page.goto(f"http://127.0.0.1:{site.port}/viewer/media/huge/audio.wav")
    assert page.evaluate(SEEK, time_s) == [huge.samples / huge.sample_rate, time_s, None]
    assert sum(stop - start for start, stop in huge.reads) < huge.samples / 2


def test_a_browser_decodes_the_very_samples(site: Site, page: Page, long: FakeSource) -> None:
    page.goto(f"http://127.0.0.1:{site.port}/viewer/media/long/audio.wav")
    decoded = page.evaluate(
        """async () => {
          const bytes = await (await fetch(location.href)).arrayBuffer()
          const sound = await new OfflineAudioContext(2, 1, 48000).decodeAudioData(bytes)
          const at = [0, 1, 12345, sound.length - 1]
          return [sound.length, ...[0, 1].map(channel => {
            const values = sound.getChannelData(channel)
            return at.map(index => Math.round(values[index] * 32768))
          })]
        }"""
    )
    at = [0, 1, 12345, long.samples - 1]
    assert decoded[0] == long.samples
    for channel in (0, 1):
        # Browsers divide positive and negative values by different full scales.
        assert decoded[1 + channel] == pytest.approx(long.pcm[at, channel].tolist(), abs=1)
