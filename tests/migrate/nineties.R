# SIMUL.S   analysis of the pilot study    (ported from S-PLUS, works in R as well)
library(dagbag)
Y = as.matrix(read.table("data/study.dat")); n = nrow(Y); p = ncol(Y)
dimnames(Y) = NULL
cat("N =",n," P =",p,"\n")

# moments
xbar = apply(Y,2,mean); s2 = apply(Y,2,var); 
se = sqrt(s2/n); tt = xbar/se; pval = 2*(1-pt(abs(tt),n-1))
sig = (1:p)[pval<.05]; if(length(sig)==0) cat("NONE SIGNIFICANT\n") else cat("SIGNIFICANT:",sig,"\n")
cr = cor(Y); cr[row(cr)==col(cr)] = 0
mx = max(abs(cr)); ij = (1:(p*p))[abs(cr)==mx][1]
jj = (ij-1)%/%p+1; ii = ij-(jj-1)*p

# partial correlations from the inverse
om = solve(var(Y)); d = sqrt(diag(om)); pc = -om/(d%o%d); diag(pc) = 1
npc = 0; for(i in 1:(p-1)) { for(j in (i+1):p) { if(abs(pc[i,j])>.25) npc = npc+1 } }

# eigenvalues by the power method
v = rep(1,p); v = v/sqrt(sum(v^2)); S = var(Y)
for(it in 1:200) { w = S%*%v; lam = sqrt(sum(w^2)); v = w/lam }
ev = eigen(S)$values; err = abs(lam-ev[1])

# crude histogram
br = seq(-4,4,1); h = rep(0,length(br)-1)
for(k in 1:(length(br)-1)) h[k] = sum(Y[,1]>=br[k] & Y[,1]<br[k+1])
for(k in 1:length(h)) cat(format(br[k],width=4),rep("*",h[k]),"\n",sep="")

# searches
fit = score(Y,0,"BIC",0,40); a1 = fit$adj.matrix; k1 = fit$final.step
fitl = score(Y,0,"likelihood",0,15); a2 = fitl$adj
same = sum(a1*a2); only1 = sum(a1*(1-a2)); only2 = sum((1-a1)*a2)
set.seed(19); bt = score(Y,n.b=5,max=40); am = bt$adj.matrix
f = matrix(0,p,p); for(b in 1:5) f = f+am[,,b]; f = f/5
ag = score_shd(am,1.5)$adj.matrix; cat("EDGES:",sum(ag),"\n")
q = quantile(f[f>0]); med = median(f[f>0]); iq = q[4]-q[2]
nin = apply(ag,2,sum); nout = apply(ag,1,sum); deg = nin+nout
hub = rev(order(deg))[1:3]
par(mfrow=c(2,2)); for(j in 1:4) { hist(Y[,j],main=paste("Var",j),xlab=""); }
plot(nin,nout,type="n"); text(nin,nout,1:p)
z = (Y[,1]-xbar[1])/sqrt(s2[1]); zo = sort(z); qn = qnorm(((1:n)-.5)/n); r = cor(zo,qn)
ks = max(abs((1:n)/n-pnorm(zo))); T1 = sum(z^3)/n; T2 = sum(z^4)/n-3
res = c(r,ks,T1,T2); names(res) = c("r","KS","skew","kurt"); print(signif(res,4))
