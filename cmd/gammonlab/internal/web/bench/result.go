package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"gammonlab/cmd/gammonlab/internal/web/folders"
	"gammonlab/evalbench/stats"
)

// maxJSON is the maximal size of a file with saved results.
const maxJSON = 4 << 20

// readResult returns the result in a file with the JSON of a command.
func readResult(f *folders.File) (*Standing, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxJSON+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxJSON:
		return nil, fmt.Errorf("%s has more than %d bytes", f.Name, maxJSON)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	s := &Standing{ID: f.ID, Name: f.Name, Kind: "result", Status: Finished, Updated: f.Info.ModTime(), Pairings: []Pairing{}}
	switch {
	case fields["llr"] != nil && fields["decision"] != nil:
		err = s.takeTest(text)
	case fields["a_wins"] != nil && fields["ppg"] != nil:
		err = s.takeMatch(text)
	case fields["pairings"] != nil && fields["players"] != nil:
		err = s.takeTournament(text)
	default:
		s.takeFigures(fields)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return s, nil
}

// game contains the common fields of results of matches, tests and tournaments.
type game struct {
	A, B, Variant, Form string
	Seed                uint64
	Games               int
	Length              int
	stats.PPG
}

func (g *game) settings() string { return fmt.Sprintf("%s, %s, seed %d", g.Variant, g.Form, g.Seed) }

// score returns a score in points per game.
func score(s stats.PPG) *Score { return &Score{"ppg", stats.Interval(s)} }

// takeMatch reads the result of a match.
func (s *Standing) takeMatch(text []byte) error {
	var r struct {
		game
		stats.WinShare
		Luck *stats.PPG `json:"luck_adjusted"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	p := Pairing{A: r.A, B: r.B, Games: r.Games, Planned: r.Games, Raw: score(r.PPG)}
	if r.Length > 0 {
		p.Raw = &Score{"win_share", stats.Interval(r.WinShare)}
	}
	if r.Luck != nil {
		p.Adjusted = score(*r.Luck)
		if r.Length > 0 {
			p.Adjusted = &Score{"win_share", stats.Interval{Value: half(r.Luck.Value), Low: half(r.Luck.Low), High: half(r.Luck.High)}}
		}
	}
	s.Kind, s.Settings, s.Pairings = "match", r.settings(), []Pairing{p}
	s.Verdict = p.better()
	return nil
}

// half converts the difference of won and lost into the share won.
func half(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y := (1 + *x) / 2
	return &y
}

// takeTest reads the result of a sequential test.
func (s *Standing) takeTest(text []byte) error {
	var r struct {
		game
		Decision string
		LLR      *float64 `json:"llr"`
		Lower    float64  `json:"llr_lower"`
		Upper    float64  `json:"llr_upper"`
		E0       float64
		E1       float64
		Unit     string
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	bound := func(e float64) string { return fmt.Sprintf("%+.4g %s", e, r.Unit) }
	s.Kind, s.Settings = "sprt", r.settings()
	s.Pairings = []Pairing{{A: r.A, B: r.B, Games: r.Games, Raw: score(r.PPG)}}
	s.Test = &Test{r.Decision, bound(r.E0) + " or less", bound(r.E1) + " or more", r.LLR, r.Lower, r.Upper}
	switch r.Decision {
	case "H0":
		s.Verdict = fmt.Sprintf("H0 accepted: A scores %s or less.", bound(r.E0))
	case "H1":
		s.Verdict = fmt.Sprintf("H1 accepted: A scores %s or more.", bound(r.E1))
	default:
		s.Status = Unfinished
	}
	return nil
}

// takeTournament reads the table of a tournament.
func (s *Standing) takeTournament(text []byte) error {
	var r struct {
		game
		Players  []struct{ Player string }
		Pairings []struct {
			A, B, Games int
			stats.PPG
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	s.Kind, s.Settings = "tournament", r.settings()
	for i, p := range r.Pairings {
		if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(r.Players) {
			return fmt.Errorf("pairings[%d] has players %d and %d, want two of %d", i, p.A, p.B, len(r.Players))
		}
		s.Pairings = append(s.Pairings, Pairing{
			A: r.Players[p.A].Player, B: r.Players[p.B].Player, Games: p.Games, Planned: p.Games, Raw: score(p.PPG),
		})
	}
	return nil
}

// takeFigures reads the numbers and texts of another result.
func (s *Standing) takeFigures(fields map[string]json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var v any
		if json.Unmarshal(fields[name], &v) != nil {
			continue
		}
		switch v.(type) {
		case float64, string, bool:
			s.Figures = append(s.Figures, Figure{name, fmt.Sprint(v)})
		}
	}
}
