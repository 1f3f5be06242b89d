package jetstream

import (
	"fmt"
	"io"

	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// writePage writes the page of jobs and workers, which reloads itself every 5 s.
func (o *overview) writePage(w io.Writer, url string) error {
	waiting, inHand, _ := o.shards()
	d := htmlpage.Document{
		Title:    "Farm",
		Subtitle: url + ", " + o.At.UTC().Format("2006-01-02 15:04:05") + " UTC",
		Refresh:  5,
		Verdict: htmlpage.Verdict{Headline: fmt.Sprintf("%s; %s wait, %d in hand; %s for journals.", o.Headline(),
			plaintext.Counted(waiting, "shard", "shards"), inHand, plaintext.Counted(int(o.results()), "result", "results"))},
		Problems: o.Problems(),
		Tables:   o.Tables(),
	}
	return d.Write(w)
}
