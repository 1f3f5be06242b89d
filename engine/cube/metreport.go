package cube

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// METReport has the entries of a match equity table, for text, CSV and JSON output. All are
// match-winning chances of a player before a game.
type METReport struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Native      int    `json:"native"` // entries up to this number of points needed are the author's
	Digest      string `json:"digest"`
	Length      int    `json:"length" unit:"points of a match" meaning:"length of the longest match in the report"` // the report has the scores of matches to this length

	// PreCrawford[i][j] is the chance of a player who needs i+1 points against an opponent who
	// needs j+1. The Crawford game is not over: a score with one side 1-away is before it.
	PreCrawford [][]float64 `json:"pre_crawford"`

	// PostCrawford[i] is the chance of a player who needs i+1 points while the opponent needs
	// one, after the Crawford game.
	PostCrawford []float64 `json:"post_crawford"`

	// OpponentPostCrawford is that of the opponent, if the table was made for players of
	// different strength.
	OpponentPostCrawford []float64 `json:"opponent_post_crawford,omitempty"`
}

// Report returns the entries for matches to length points, from 1 to 64.
func (m *MET) Report(length int) *METReport {
	const player = board.PlayerO // the roller of a state without one
	r := &METReport{Name: m.Name(), Description: m.Description(), Native: m.Native(), Digest: m.Digest(), Length: length}
	for i := 1; i <= length; i++ {
		row := make([]float64, length)
		for j := range row {
			row[j] = m.PreCrawford(player, i, j+1)
		}
		r.PreCrawford = append(r.PreCrawford, row)
	}
	r.PostCrawford = m.post[player][:length:length]
	if m.post[0] != m.post[1] {
		r.OpponentPostCrawford = m.post[player.Opponent()][:length:length]
	}
	return r
}

// Text returns the tables, in percent.
func (r *METReport) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", r.Name)
	if r.Description != "" {
		fmt.Fprintf(&b, ": %s", plaintext.OneLine(r.Description))
	}
	if r.Length > r.Native {
		fmt.Fprintf(&b, "; scores of more than %d points are extrapolated", r.Native)
	}
	b.WriteString("\n\nBefore the Crawford game and in it: match-winning chance in percent of the player who needs the points\nof the row, against an opponent who needs those of the column\n\n")
	pre := r.table()
	for i, row := range r.PreCrawford {
		pre.Add(append([]string{strconv.Itoa(i + 1)}, percents(row)...)...)
	}
	b.WriteString(pre.Text())
	b.WriteString("\nAfter the Crawford game: the player needs the points of the column, the opponent 1\n\n")
	post := r.table()
	post.Add(append([]string{""}, percents(r.PostCrawford)...)...)
	if r.OpponentPostCrawford != nil {
		post.Add(append([]string{"opponent"}, percents(r.OpponentPostCrawford)...)...)
	}
	b.WriteString(post.Text())
	return b.String()
}

// table returns a table without rows, with a column for each number of points.
func (r *METReport) table() plaintext.Table {
	t := plaintext.Table{Head: []string{"away"}}
	for n := range r.Length {
		t.Head = append(t.Head, strconv.Itoa(n+1))
	}
	return t
}

func percents(chances []float64) []string {
	cells := make([]string, len(chances))
	for i, x := range chances {
		cells[i] = strconv.FormatFloat(100*x, 'f', 2, 64)
	}
	return cells
}

// CSV returns a line for each entry: whether the Crawford game is over, the points that the
// player and the opponent need, and the chance of the player.
func (r *METReport) CSV() string {
	var b strings.Builder
	b.WriteString("crawford_over,away,opponent_away,mwc\n")
	for i, row := range r.PreCrawford {
		for j, x := range row {
			fmt.Fprintf(&b, "false,%d,%d,%.6f\n", i+1, j+1, x)
		}
	}
	for i, x := range r.PostCrawford {
		fmt.Fprintf(&b, "true,%d,1,%.6f\n", i+1, x)
	}
	opponent := r.OpponentPostCrawford
	if opponent == nil {
		opponent = r.PostCrawford
	}
	for i, x := range opponent[1:] {
		fmt.Fprintf(&b, "true,1,%d,%.6f\n", i+2, 1-x)
	}
	return b.String()
}
