package rating

// Player is a player with a rating from all analysed matches of a length.
type Player struct {
	Name    string `json:"player"`
	Length  int    `json:"length"` // length of the matches
	Matches int    `json:"matches"`
	Plays   Errors `json:"plays"` // errors in unforced plays
	Cubes   Errors `json:"cubes"` // errors in close or actual cube decisions

	// All are the errors of all decisions together, for the linear law, if those of plays
	// and of cube decisions are unknown.
	All *Errors `json:"decisions,omitempty"`

	// NotJudged counts further matches in which the player was the judge, so the errors
	// are unknown.
	NotJudged int `json:"not_judged_matches,omitempty"`
}
