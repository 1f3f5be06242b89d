package chart

// Steps draws the outline of bars as a series: a share for each bin, which reaches
// from edge to edge.
func Steps(name string, edges, shares []float64) Series {
	s := Series{Name: name, X: []float64{edges[0]}, Y: []float64{0}}
	for i, share := range shares {
		s.X = append(s.X, edges[i], edges[i+1])
		s.Y = append(s.Y, share, share)
	}
	s.X, s.Y = append(s.X, edges[len(shares)]), append(s.Y, 0)
	return s
}
