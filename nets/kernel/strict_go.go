package kernel

import "math"

// Sizes of the table of GnubgSigmoid.
const (
	gnubgLimit     = 10  // the result is constant for arguments from here on
	gnubgSteps     = 10  // entries for one unit of the argument
	gnubgTableSize = 112 // 101 entries, padded to a multiple of Lanes
)

// gnubgHidden contains exp(i/10)/10 for i up to 99. The next entry, for arguments at the
// limit, repeats the entry before it. In gnubgOutput, for the outputs, it is the next
// larger float32, with which 1+E is the float32 nearest to exp(9.9)+1.
var (
	gnubgHidden = gnubgTable(1993.037)
	gnubgOutput = gnubgTable(1993.0371)
)

func gnubgTable(end float32) [gnubgTableSize]float32 {
	return [gnubgTableSize]float32{
		0.1, 0.11051709, 0.12214027, 0.13498588, 0.14918247, 0.16487212, 0.18221188, 0.20137528,
		0.22255409, 0.24596031, 0.27182817, 0.3004166, 0.3320117, 0.36692968, 0.40552, 0.4481689,
		0.49530324, 0.54739475, 0.60496473, 0.6685895, 0.7389056, 0.816617, 0.90250134, 0.9974182,
		1.1023177, 1.2182494, 1.3463738, 1.4879732, 1.6444647, 1.8174145, 2.0085537, 2.2197952,
		2.453253, 2.711264, 2.99641, 3.3115451, 3.6598234, 4.0447307, 4.4701185, 4.9402447,
		5.459815, 6.0340285, 6.668633, 7.3699794, 8.145087, 9.001713, 9.948432, 10.994718,
		12.151042, 13.428978, 14.841316, 16.402191, 18.127224, 20.033682, 22.140642, 24.469193,
		27.04264, 29.88674, 33.029957, 36.503746, 40.34288, 44.585777, 49.274902, 54.45719,
		60.184505, 66.51416, 73.50952, 81.240585, 89.78473, 99.22747, 109.663315, 121.19671,
		133.94307, 148.03, 163.59845, 180.80424, 199.8196, 220.8348, 244.0602, 269.72824,
		298.0958, 329.4468, 364.09503, 402.38724, 444.70667, 491.4769, 543.16595, 600.2912,
		663.4244, 733.1973, 810.3084, 895.5293, 989.7129, 1093.8019, 1208.838, 1335.9727,
		1476.4781, 1631.7607, 1803.3745, 1993.037, end,
	}
}

func gnubgSigmoidGo(dst, x []float32, table *[gnubgTableSize]float32, beta float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		u := float32(beta * v)
		if u != u {
			dst[i] = u
			continue
		}
		tenths := float32(min(math.Float32frombits(math.Float32bits(u)&^(1<<31)), gnubgLimit) * gnubgSteps)
		whole := int32(tenths)
		g := (tenths - float32(whole)) + 10
		q := 1 / (float32(g*table[whole]) + 1)
		if u >= 0 {
			q = 1 - q
		}
		dst[i] = q
	}
}

func headStrictGo(dst, x, w, bias []float32, n, in int) {
	for i := range n {
		for k := range HeadOutputs {
			var s0, s1, s2, s3 float32
			row, weights := x[i*in:][:in], w[k*in:][:in]
			for len(row) >= 4 && len(weights) >= 4 {
				s0 += float32(row[0] * weights[0])
				s1 += float32(row[1] * weights[1])
				s2 += float32(row[2] * weights[2])
				s3 += float32(row[3] * weights[3])
				row, weights = row[4:], weights[4:]
			}
			dst[i*HeadOutputs+k] = ((s0 + s1) + (s2 + s3)) + bias[k]
		}
	}
}
