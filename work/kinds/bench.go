package kinds

import (
	"encoding/json"
	"io"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/chart"
	"gammonlab/internal/output"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// playerAbout says to users of the pages what a player is.
const playerAbout = "A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas."

// noPrograms is what the help adds about farms to kinds of work that let players play.
const noPrograms = "Players that are other programs cannot be used with --pool."

// point is the setting by which commands ask for double match point.
type point struct {
	DMP bool `json:"dmp,omitempty" group:"Rules, cube and score" input:"command" help:"play double match point; short for --match 1"`
}

// Defaults returns the length of matches at double match point.
func (p *point) Defaults() map[string]string {
	if p.DMP {
		return map[string]string{"match": "1"}
	}
	return nil
}

// check returns an error if the rules have another length.
func (p *point) check(r *evalbench.Rules) error {
	return setting.Check("dmp", !p.DMP || r.Length == 1, "is %s 1, want only one of them", setting.Name("match"))
}

// page is the setting of commands that names a page about the result.
type page struct {
	HTML string `json:"html,omitempty" group:"Output" path:"out" input:"command" help:"write an HTML page with charts and figures to <FILE>"`
}

// write writes the page if the setting names a file.
func (p *page) write(content func(w io.Writer) error) error {
	if p.HTML == "" {
		return nil
	}
	return setting.In("html", atomicfile.Write(p.HTML, content))
}

// checkPicture returns an error if no chart can be written to the file that a setting names; ""
// is none.
func checkPicture(name setting.Name, path string) error {
	return setting.Check(name, path == "" || chart.Writes(path), chart.NotWritten, path)
}

// ledger is the setting that names the file of games.
type ledger struct {
	Results string `json:"results,omitempty" group:"Output" path:"kept" file:"games.results" keeps:"games" input:"command" help:"keep the games in <FILE>; games in it are not played again"`
}

// Beside returns the plan of the games, which is in a file beside that of the games.
func (*ledger) Beside(name, path string) []output.Output {
	if name != "results" {
		return nil
	}
	plan := path + tournament.PlanSuffix
	return []output.Output{{Path: plan, Resume: tournament.IsPlan(plan)}}
}

// open opens the file; without one, the ledger is in memory.
func (l *ledger) open(s tournament.Settings, env *work.Env) (*tournament.Ledger, error) {
	if l.Results == "" {
		return tournament.NewLedger(s), nil
	}
	opened, note, err := tournament.Open(l.Results, s)
	if note != "" {
		env.Note(note)
	}
	return opened, err
}

// shown is a result whose text does not follow from its JSON.
type shown struct {
	value any
	text  string
}

// MarshalJSON implements [json.Marshaler].
func (s *shown) MarshalJSON() ([]byte, error) { return json.Marshal(s.value) }

// Text implements [work.Result].
func (s *shown) Text() string { return s.text }
