package jetstream

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"sync"

	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
)

//go:embed page.html
var pageText string

// pageTemplate parses the page on first use: few programs show it.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(htmlpage.Parse(pageText)) })

// page is the data of the template.
type page struct {
	Title, Subtitle, Headline string
	Problems                  []string
	Tables                    []htmlpage.Table
	Version                   string
}

// writePage writes the page of jobs and workers, which reloads itself every 5 s.
func (o *overview) writePage(w io.Writer, url string) error {
	waiting, inHand, _ := o.shards()
	return pageTemplate().Execute(w, &page{
		Title:    "Farm",
		Subtitle: url + ", " + o.At.UTC().Format("2006-01-02 15:04:05") + " UTC",
		Headline: fmt.Sprintf("%s; %s wait, %s in hand; %s for journals.", o.Headline(),
			plaintext.Counted(waiting, "shard", "shards"), strconv.Itoa(inHand), plaintext.Counted(int(o.results()), "result", "results")),
		Problems: o.Problems(),
		Tables:   o.Tables(),
		Version:  version.Toolkit,
	})
}
