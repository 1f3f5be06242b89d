package runs

import (
	"fmt"
	"strings"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	Unit        string   `json:"unit"` // games, epochs or generations
	Done        float64  `json:"done"`
	Total       float64  `json:"total,omitempty"`        // 0 if unknown; a run may end earlier
	SecondsLeft *float64 `json:"seconds_left,omitempty"` // of a run in progress, by the speed of the last lines
	Cores       *float64 `json:"cores,omitempty"`        // that it uses on average, by the last lines
}

// recent is the number of lines that measure the present speed.
const recent = 20

// Progress returns how far the run is, nil before its first line.
func (r *Run) Progress() *Progress {
	n := len(r.points)
	if n == 0 {
		return nil
	}
	p := &Progress{Unit: "games", Done: r.Reached(Games), Total: r.number("games")}
	at := func(i int) float64 { return r.points[i].x[Games] }
	switch r.Kind {
	case Supervised: // a line for each epoch of each net
		p.Unit, p.Done, p.Total = "epochs", float64(n), r.number("epochs")*float64(max(1, r.nets()))
		at = func(i int) float64 { return float64(i + 1) }
	case Iterate:
		p.Unit, p.Done, p.Total = "generations", r.Reached(Epoch), r.number(generations+"s")
		at = func(i int) float64 { return r.points[i].x[Epoch] }
	}
	if first := max(0, n-1-recent); n > 1 {
		r.addSpeed(p, &r.points[first], &r.points[n-1], at(n-1)-at(first))
	}
	return p
}

// addSpeed adds the time left and the cores by two points and what was done between them.
func (r *Run) addSpeed(p *Progress, from, to *point, done float64) {
	took := to.x[Wall] - from.x[Wall]
	if !(took > 0) {
		return
	}
	if cores := (to.cpu - from.cpu) / took; cores > 0 && finite(cores) {
		p.Cores = &cores
	}
	if left := (p.Total - p.Done) * took / done; r.State == Running && p.Total > 0 && left >= 0 && finite(left) {
		p.SecondsLeft = &left
	}
}

// nets returns the number of nets of a supervised training, by its config.
func (r *Run) nets() (n int) {
	for _, s := range r.Config {
		if strings.HasPrefix(s.Name, "nets.") && strings.HasSuffix(s.Name, ".features") {
			n++
		}
	}
	return n
}

// Share returns the part that is done, from 0 to 1; 0 if it is unknown.
func (p *Progress) Share() float64 {
	if p == nil || !(p.Total > 0) {
		return 0
	}
	return min(max(p.Done/p.Total, 0), 1)
}

// Reached returns what is done, such as 1,500 games.
func (p *Progress) Reached() string { return Number(p.Done) + " " + p.Unit }

// Text returns the progress in words.
func (p *Progress) Text() string {
	if p == nil {
		return "no data yet"
	}
	text := p.Reached()
	if p.Total > 0 {
		text = fmt.Sprintf("%s of %s %s, %.0f %%", Number(p.Done), Number(p.Total), p.Unit, 100*p.Share())
	}
	if p.SecondsLeft != nil {
		const most = 1e8 // seconds, some years
		text += ", " + time.Duration(min(*p.SecondsLeft, most)*float64(time.Second)).Round(time.Second).String() + " left"
	}
	if p.Cores != nil {
		text += fmt.Sprintf(", %.1f cores", *p.Cores)
	}
	return text
}
