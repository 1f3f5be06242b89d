package rating

import "cmp"

// Coefficients are the rating points that errors cost in matches to N points: PlayA +
// PlayB/N per unit of the error per unforced play, and CubeA + CubeB/N per unit of the
// error per close or actual cube decision. Matches to 1 point have no cube decisions, and
// PlayOne instead of PlayA + PlayB unless it is 0.
type Coefficients struct {
	PlayA float64 `json:"play_a"`
	PlayB float64 `json:"play_b"`
	CubeA float64 `json:"cube_a"`
	CubeB float64 `json:"cube_b"`

	PlayOne float64 `json:"play_at_1_point,omitempty"`
}

// Manual are the coefficients of GNU Backgammon's manual, section "Absolute
// ratings" (Kees van den Doel, 2003). It has a coefficient of its own for matches to 1
// point, for which GNU Backgammon 1.07.001 uses PlayA + PlayB.
var Manual = Coefficients{PlayA: 8798, PlayB: 25526, CubeA: 863, CubeB: -519, PlayOne: 37916}

// Loss returns the rating points that a player with the error rates loses, compared with
// errorless play, in matches to length points.
func (c Coefficients) Loss(epm, epc float64, length int) float64 {
	play, cube := c.at(length)
	return play*epm + cube*epc
}

// at returns the points per unit of each error rate. A value of 0 or less means that the
// cost is unknown, because no error raises a rating: the lines in 1/N can reach such values
// at lengths without decisions in the study. The cube at 1 point costs 0.
func (c Coefficients) at(length int) (play, cube float64) {
	if length == 1 {
		return cmp.Or(c.PlayOne, c.PlayA+c.PlayB), 0
	}
	n := float64(length)
	return c.PlayA + c.PlayB/n, c.CubeA + c.CubeB/n
}
