package api_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"
)

// BenchmarkMove has clients ask /move over connections that stay open, as many as
// there are processors (-cpu).
func BenchmarkMove(b *testing.B) {
	s := newServer(b)
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	client := &http.Client{Transport: transport}
	defer transport.CloseIdleConnections()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			url := fmt.Sprintf("%s/move?die1=%d&die2=%d&%s", s.URL, i%6+1, i/6%6+1, opening)
			response, err := client.Get(url)
			if err != nil {
				b.Error(err)
				return
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
				b.Errorf("status %d: %v", response.StatusCode, err)
			}
			response.Body.Close()
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

// BenchmarkHint asks for the ranked plays of a roll without looking ahead, one
// question after the other.
func BenchmarkHint(b *testing.B) {
	s := newServer(b)
	body := `{"position": "` + startID + `", "dice": "31"}`
	for b.Loop() {
		if response, text := s.call("POST", "/api/v1/hint", body); response.StatusCode != http.StatusOK {
			b.Fatal(response.StatusCode, text)
		}
	}
}
