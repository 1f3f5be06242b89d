package chart

// Steps returns the outline of a histogram as a series: bin i has the height shares[i] and
// extends from edges[i] to edges[i+1].
func Steps(name string, edges, shares []float64) Series {
	s := Series{Name: name, X: []float64{edges[0]}, Y: []float64{0}}
	for i, share := range shares {
		s.X = append(s.X, edges[i], edges[i+1])
		s.Y = append(s.Y, share, share)
	}
	s.X, s.Y = append(s.X, edges[len(shares)]), append(s.Y, 0)
	return s
}
