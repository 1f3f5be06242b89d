package profile

// scores are the kinds of scores at the current cube. Each decision belongs to the first
// kind that fits.
var scores = table{
	key: "score", title: "By score, at the present cube",
	rows: []row{
		{"money", "money session"},
		{"dmp", "double match point: any win ends the match"},
		{"gammon_go", "gammon-go: a gammon wins the match, any loss ends it"},
		{"gammon_save", "gammon-save: the same for the opponent"},
		{"crawford", "Crawford game, otherwise"},
		{"post_crawford", "after the Crawford game, otherwise"},
		{"other", "other scores of matches"},
	},
	of: func(d *decision) []int { return []int{int(scoreOf(d))} },
}

// score is the number of a row of scores.
type score int

const (
	money score = iota
	doubleMatchPoint
	gammonGo
	gammonSave
	crawford
	postCrawford
	otherScore
)

// scoreOf returns the kind of score for the player who decides.
func scoreOf(d *decision) score {
	m := &d.Match
	if m.Length == 0 {
		return money
	}
	own, opp := m.Length-m.Score[d.Player], m.Length-m.Score[d.Player.Opponent()]
	switch wins, loses := own <= m.Cube, opp <= m.Cube; {
	case wins && loses:
		return doubleMatchPoint
	case loses && own <= 2*m.Cube:
		return gammonGo
	case wins && opp <= 2*m.Cube:
		return gammonSave
	}
	switch {
	case m.Crawford:
		return crawford
	case own == 1 || opp == 1:
		return postCrawford
	}
	return otherScore
}
