package bot

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// Tally counts the matches of one length.
type Tally struct {
	Length     int `json:"length"` // 0 for money sessions
	Won        int `json:"won"`
	Lost       int `json:"lost"`
	PointsWon  int `json:"points_won"`
	PointsLost int `json:"points_lost"`
}

// Quality measures the bot's decisions, by an analysis of its records.
type Quality struct {
	Matches   int     `json:"matches"`
	Decisions int     `json:"decisions"`  // unforced plays and close or actual cube decisions
	ErrorRate float64 `json:"error_rate"` // mean cost of these decisions in normalised equity
	Result    float64 `json:"result"`     // share of matches won
	Adjusted  float64 `json:"luck_adjusted_result"`
	lost      float64
}

// Results counts the bot's wins and losses, and sums up the analyses of its records. It
// is safe for concurrent use.
type Results struct {
	mu      sync.Mutex
	tallies map[int]*Tally
	rating  string // of the bot, as stated by the server

	judged, decisions      int
	lost, result, adjusted float64
}

// Count counts a match.
func (r *Results) Count(length int, winner board.Player, score [2]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tallies == nil {
		r.tallies = map[int]*Tally{}
	}
	t := r.tallies[length]
	if t == nil {
		t = &Tally{Length: length}
		r.tallies[length] = t
	}
	t.PointsWon += score[board.PlayerX]
	t.PointsLost += score[board.PlayerO]
	if winner == board.PlayerX {
		t.Won++
	} else {
		t.Lost++
	}
}

// Matches returns the number of matches counted.
func (r *Results) Matches() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, t := range r.tallies {
		n += t.Won + t.Lost
	}
	return n
}

// SetRating stores the bot's rating on the server, if it is a number.
func (r *Results) SetRating(rating string) {
	if _, err := strconv.ParseFloat(rating, 64); err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rating = rating
}

// Judge analyses a match and adds the bot's errors and luck-adjusted result.
func (r *Results) Judge(ctx context.Context, m *record.Match, o analysis.Options) error {
	report, err := analysis.Analyse(ctx, m, o)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &report.Statistics[board.PlayerX]
	r.judged++
	r.decisions += s.Plays.Unforced + s.Cube.CloseOrActual
	r.lost += s.Overall.Error.Equity
	if s.Overall.Result != nil && s.Overall.LuckAdjusted != nil {
		r.result += *s.Overall.Result
		r.adjusted += *s.Overall.LuckAdjusted
	}
	return nil
}

// Summary contains the results of the bot and the quality of its decisions.
type Summary struct {
	Lengths []Tally  `json:"lengths"`
	Rating  string   `json:"rating,omitempty"`
	Quality *Quality `json:"quality"` // nil without an analysis
}

// Summary returns the results so far.
func (r *Results) Summary() Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Summary{Lengths: []Tally{}, Rating: r.rating}
	for _, length := range slices.Sorted(maps.Keys(r.tallies)) {
		s.Lengths = append(s.Lengths, *r.tallies[length])
	}
	if n := float64(r.judged); n > 0 {
		s.Quality = &Quality{
			Matches: r.judged, Decisions: r.decisions, ErrorRate: r.lost / float64(max(r.decisions, 1)),
			Result: 0.5 + r.result/n, Adjusted: 0.5 + r.adjusted/n, lost: r.lost,
		}
	}
	return s
}

// Text formats the summary as text.
func (s Summary) Text() string {
	if len(s.Lengths) == 0 {
		return "no match was finished\n"
	}
	rows := plaintext.Table{Left: []int{0}}
	rows.Add("", "won", "lost", "points won", "points lost")
	for _, t := range s.Lengths {
		name := fmt.Sprintf("matches to %d", t.Length)
		if t.Length == 0 {
			name = "money sessions"
		}
		rows.Add(name, strconv.Itoa(t.Won), strconv.Itoa(t.Lost), strconv.Itoa(t.PointsWon), strconv.Itoa(t.PointsLost))
	}
	text := rows.Text()
	if q := s.Quality; q != nil {
		text += q.text()
	}
	if s.Rating != "" {
		text += "rating on the server: " + s.Rating + "\n"
	}
	return text
}

// text formats the quality as text.
func (q *Quality) text() string {
	rate := fmt.Sprintf("%.2f mEq in %d decisions", 1000*q.ErrorRate, q.Decisions)
	if analysis.IsJudge(q.Decisions, q.lost) {
		rate = analysis.NotJudged
	}
	return fmt.Sprintf("error rate: %s\nmatches won: %.1f %%, luck-adjusted %.1f %%, of %d analysed\n",
		rate, 100*q.Result, 100*q.Adjusted, q.Matches)
}
