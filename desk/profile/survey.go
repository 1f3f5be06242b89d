package profile

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/search"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
)

// Survey is the result of the analysis of many records: the profile of the named player or,
// if none is named, those of the players in most matches.
type Survey struct {
	Plies      int               `json:"plies"`             // with rollers, of the search before the rollouts
	Rollers    int               `json:"rollers,omitempty"` // size of the rollers, 0 for none
	Matches    int               `json:"matches"`
	Skipped    []string          `json:"skipped"`    // files in folders that contain no match
	Failed     []FailedRecord    `json:"failed"`     // records that could not be analysed
	Duplicates []DuplicateRecord `json:"duplicates"` // copies of other records, which are not counted
	Players    []Appearance      `json:"players"`
	Profiles   []*Profile        `json:"profiles"`

	Model     string `json:"-"` // name of the judge's model
	Cached    int    `json:"-"` // number of analyses that were known before
	variants  map[board.Variant]int
	collector *Collector
}

// FailedRecord is a record that could not be analysed, or of which only a part could.
type FailedRecord struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// DuplicateRecord is a copy of another record.
type DuplicateRecord struct {
	File   string `json:"file"`
	SameAs string `json:"same_as"`
}

// NewSurvey returns a survey without records; see [NewCollector] for aliases.
func NewSurvey(model string, depths *search.Depths, aliases map[string]string) *Survey {
	return &Survey{
		Plies: depths.ForPlays(), Rollers: depths.Rollers, Model: model, Skipped: []string{}, Failed: []FailedRecord{}, Duplicates: []DuplicateRecord{}, Profiles: []*Profile{},
		collector: NewCollector(aliases), variants: map[board.Variant]int{},
	}
}

// Add adds the result of a record.
func (s *Survey) Add(r *analyses.Result) {
	if r.Err != nil {
		s.Failed = append(s.Failed, FailedRecord{r.File, r.Err.Error()})
		return
	}
	if r.Fault != nil {
		s.Failed = append(s.Failed, FailedRecord{r.File, r.Fault.Error()})
	}
	if r.Cached {
		s.Cached++
	}
	if earlier := s.collector.Add(r.File, r.Digest, r.Match, r.Report); earlier != "" {
		s.Duplicates = append(s.Duplicates, DuplicateRecord{r.File, earlier})
		return
	}
	s.Matches++
	s.variants[r.Match.Rules.Variant]++
}

// Others returns the number of matches in another variant than that of the judge's model.
func (s *Survey) Others(variant board.Variant) int { return s.Matches - s.variants[variant] }

// mostProfiles is the maximal number of players that get a profile if none is named and
// all of them play in the same number of matches.
const mostProfiles = 2

// Profile adds the players and the profiles after all records: of the player with the name,
// or for "" of the players in most matches. It returns an error for a player who is not there.
func (s *Survey) Profile(name string, o Options) error {
	s.Players = s.collector.Players()
	if other, ok := s.collector.aliases[name]; ok {
		name = other
	}
	names := []string{name}
	if name == "" {
		names = s.mostFrequent()
	}
	for _, name := range names {
		p, err := s.collector.Profile(name, o)
		if err != nil {
			return fmt.Errorf("%q plays in none of %d matches; these do: %s", name, s.Matches, s.PlayersText())
		}
		s.Profiles = append(s.Profiles, p)
	}
	return nil
}

// mostFrequent returns the players in most matches, none if they are more than
// mostProfiles.
func (s *Survey) mostFrequent() []string {
	var names []string
	for _, p := range s.Players {
		if p.Matches == s.Players[0].Matches {
			names = append(names, p.Name)
		}
	}
	if len(names) > mostProfiles {
		return nil
	}
	return names
}

// PlayersText returns the players in most matches as text.
func (s *Survey) PlayersText() string {
	const most = 10
	var all []string
	for i, p := range s.Players {
		if i == most {
			all = append(all, "…")
			break
		}
		all = append(all, fmt.Sprintf("%s (%d)", plaintext.VisibleLine(p.Name), p.Matches))
	}
	return strings.Join(all, ", ")
}

// Text returns the profiles as text.
func (s *Survey) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, judged by %s %s with the cube\n", plaintext.Counted(s.Matches, "match", "matches"), s.Model, s.level())
	for _, p := range s.Profiles {
		b.WriteString("\n" + p.Text(s.hint()))
	}
	if len(s.Profiles) == 0 && len(s.Players) > 0 {
		fmt.Fprintf(&b, "\nSeveral players play in equally many matches; name one by --name: %s\n", s.PlayersText())
	}
	return b.String()
}

// level describes how deep the judge looked.
func (s *Survey) level() string {
	if s.Rollers > 0 {
		return "by " + search.RollerName(s.Rollers)
	}
	return fmt.Sprintf("at %d plies", s.Plies)
}

// hint returns the command that shows a decision as it was judged; only the XGID is
// missing.
func (s *Survey) hint() string {
	text := fmt.Sprintf("gammonlab hint --cubeful --plies %d", s.Plies)
	if s.Rollers > 0 {
		text = fmt.Sprintf("gammonlab hint --cubeful --rollers %d", s.Rollers)
	}
	if s.Model != nets.DefaultNet {
		text += " --model " + s.Model
	}
	return text
}
